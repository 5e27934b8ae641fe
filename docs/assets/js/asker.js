// Asks the engine for the newest question only.

const SLOW = 200; // milliseconds until it is worth to say that something is under way
const PAUSE = 120; // between two key strokes, for those who type fast

/** Answers of older questions are dropped, however late they come. `show`, `failed` and `busy` do the showing. */
export function asker(search, { show, failed, busy }) {
  let newest = 0;
  const ask = async (state, loaded) => {
    const mine = ++newest;
    const slow = setTimeout(() => mine === newest && busy(true), SLOW);
    try {
      const { q, scope, sort, filters } = state;
      const answer = await search(q, { scope, sort, filters, facets: true, loaded });
      if (mine === newest) show(answer);
    } catch {
      if (mine === newest) failed();
    }
    clearTimeout(slow);
    if (mine === newest) busy(false);
  };
  ask.drop = () => {
    newest += 1;
    busy(false);
  };
  return ask;
}

/** Calls a function once the calls for it pause. */
export function later(run) {
  let timer = 0;
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}

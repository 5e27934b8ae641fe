// The words of the search index, for queries: scripts/claimbook/tokens.py is the same for the text that is searched.
// tests/web/tokens.json holds both to one table of cases.

const JOINT = "~";
const WHOLE = "_";
export const BREAK = "\u241e";
export const HAN = "\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{323af}";
const WORD = `[%_％＿]|(?:(?![${HAN}])[\\p{L}\\p{N}][\\u0300-\\u036f]*)+`;
const UNIT = new RegExp(`(?<han>[${HAN}]+)|(?<word>${WORD})|(?<space>\\s+)|(?<mark>[!-}！-｝])|(?<sign>.)`, "gsu");
const OVERLAP = new RegExp(`(?<=([${HAN}]))${JOINT} \\1`, "gu");
const JOINED = new RegExp(`(?<=[^ ])${JOINT} `, "g");
const WHOLES = new RegExp(`(?<=[\\p{L}\\p{N}\\u0300-\\u036f${HAN}])${WHOLE}`, "gu");
const LONE_HAN = new RegExp(`^[${HAN}]${WHOLE}$`, "u");

/** One form for all ways to write a text: compatibility forms and case do not count. */
export const fold = (text) => text.normalize("NFKC").toLowerCase();

export const isHan = (run) => new RegExp(`^[${HAN}]`, "u").test(run);

/** A Han letter by itself. */
export const isLetter = (token) => LONE_HAN.test(token);

/**
 * The phrases of a query: each `{tokens, pieces}`, where the index holds the tokens one after another, and the pieces
 * are the runs of letters as they stand in a text. A sign ends a phrase, as no phrase of the index crosses one.
 */
export function phrases(query) {
  const found = [];
  let tokens = [];
  let pieces = [];
  let before = "space";
  let waits = false; // ASCII punctuation after a space: it sticks to the word behind it, or stands alone
  const end = () => {
    if (tokens.length) found.push({ tokens, pieces });
    tokens = [];
    pieces = [];
  };
  for (const { groups, 0: piece } of query.matchAll(UNIT)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    if (kind === "space") {
      if (waits) end();
      waits = false;
    } else if (kind === "mark" && before !== "han") {
      waits ||= before === "space";
    } else if (kind === "mark" || kind === "sign") {
      end();
      waits = false;
    } else {
      const word = kind === "han" ? piece : fold(piece);
      tokens.push(...(kind === "han" ? pairs(word) : [whole(word)]));
      pieces.push(word);
      waits = false;
    }
    before = kind;
  }
  end();
  return found;
}

/** With the sign that keeps a word from being the beginning of another; `opening` takes it off again. */
const whole = (word) => (word === "%" || word === "_" ? word : word + WHOLE);

export const opening = (token) => (token.length > 1 && token.endsWith(WHOLE) ? token.slice(0, -1) : token);

function pairs(run) {
  const letters = [...run];
  return letters.length < 2 ? [whole(run)] : letters.slice(1).map((letter, at) => letters[at] + letter);
}

/** The text that the index has taken apart into words. */
export function gather(words) {
  return words.replace(WHOLES, "").replace(OVERLAP, "").replace(JOINED, "");
}

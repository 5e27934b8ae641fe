// Starts what a page needs; each part works alone, and the page works without any.
import { offerCopies } from "./copy.js";

offerCopies(document);

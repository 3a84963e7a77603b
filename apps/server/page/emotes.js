// What is said with one touch. Signs of the page's own: whether a font has them depends on the machine.

const SVG = "http://www.w3.org/2000/svg";
const FACE = "M12 2.5a9.5 9.5 0 1 0 .01 0z";

/** What is sent, what it says, and its lines. @type {[sent: string, words: string, path: string][]} */
const EMOTES = [
  [
    "👍",
    "Well done",
    "M7 11v9H4v-9zM7 11l4-8c2 0 2.500 1.500 2 3.500L12.500 9H19c1.500 0 2 1 1.700 2.200l-1.700 7c-.300 1.200-1 1.800-2.200 1.800H7",
  ],
  ["👏", "Bravo", "M8 20l-4-6M6 12l6 8M9 10l6 8M12 8l5 7c1.500 2.500.500 5-2 6M17 3v3M21 5l-2 2M13 2l1 3"],
  ["😄", "Glad", `${FACE}M8 9v1M16 9v1M7.500 13.500c1.500 5 7.500 5 9 0z`],
  ["😮", "Oh", `${FACE}M8 9v1M16 9v1M12 14a2 2.300 0 1 0 .01 0z`],
  ["🤔", "Hm", `${FACE}M7 8.500l2.500-.5M14.500 8.500l2.500 1M8.500 11v1M15.500 11v1M9 16.500c2-.800 4-.500 6 .500`],
  [
    "😅",
    "Phew",
    `${FACE}M8 9.500v1M15 9.500v1M8 14c1.500 4 6.500 4 8 0zM19 2.500c-1.500 2-1.500 3.500 0 3.500s1.500-1.500 0-3.500z`,
  ],
];

export const SENT = EMOTES.map(([sent]) => sent);

/** What a sign says. @param {string} sent */
export function emoteWords(sent) {
  return EMOTES.find(([other]) => other === sent)?.[1] ?? sent;
}

/** A sign as a picture; `null` for what is none. @param {string} sent */
export function emote(sent) {
  const found = EMOTES.find(([other]) => other === sent);
  if (!found) return null;
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("class", "sign emote");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", found[1]);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", found[2]);
  picture.append(path);
  return picture;
}

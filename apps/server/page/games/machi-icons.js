// The signs of cards and landmarks: one for each sort of card, so that combinations are seen, and one for each purple card.

/** How a part is painted: filled or drawn in the card's colour, or in the ground's. @typedef {"f" | "s" | "g" | "h"} Paint */
/** @typedef {[box: string, ...parts: [paint: Paint, width: number, path: string][]]} Sign */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, Sign>} */
const SIGNS = {
  wheat: [
    "303 467 236 337",
    ["s", 21, "M421 787v-182"],
    [
      "f",
      0,
      "M421 593c-47-35-38-85 0-110 37 25 46 75 0 110zM411 674c-81-3-97-59-91-109 60 9 91 46 91 109zM430 674c81-3 97-59 91-109-60 9-91 46-91 109zM411 762c-81-3-97-60-91-110 60 10 91 47 91 110zM430 762c81-3 97-60 91-110-60 10-91 47-91 110z",
    ],
  ],
  cup: [
    "210 357 424 443",
    ["f", 0, "M247 533h286v95c0 78-52 104-95 104h-95c-44 0-96-26-96-104z"],
    ["s", 34, "M537 559c91-8 91 104-8 104"],
    ["s", 30, "M239 771h303"],
    ["s", 25, "M325 490c-26-35 26-61 0-104M395 490c-26-35 26-61 0-104M464 490c-26-35 26-61 0-104"],
  ],
  cow: [
    "180 349 481 438",
    ["s", 34, "M347 473c-56-9-74-52-56-91M494 473c56-9 74-52 56-91"],
    ["f", 0, "M343 499c-52-26-104-9-130 43 43 43 95 35 130 17zM498 499c52-26 104-9 130 43-43 43-95 35-130 17z"],
    ["f", 0, "M325 473c52-26 139-26 191 0 17 78 0 129 0 190 17 121-208 121-191 0 0-61-17-112 0-190z"],
    ["g", 0, "M351 680c0-52 139-52 139 0 0 78-139 78-139 0z"],
    ["s", 34, "M390 689v4M451 689v4"],
    ["h", 38, "M377 551v8M464 551v8"],
  ],
  bread: [
    "260 502 322 288",
    ["f", 0, "M314 643c-63-25-37-119 107-119 143 0 169 94 106 119v106c0 13-6 19-19 19h-175c-13 0-19-6-19-19z"],
    ["h", 21, "M377 586v44M421 574v44M464 586v44"],
  ],
  loaf: [
    "198 390 445 398",
    ["f", 0, "M273 585c-86-34-52-164 148-164 199 0 233 130 147 164v147c0 18-9 26-26 26h-243c-17 0-26-8-26-26z"],
    ["h", 30, "M360 507v61M421 490v61M481 507v61"],
  ],
  corn: [
    "258 342 326 465",
    ["s", 30, "M421 784v-251"],
    [
      "f",
      0,
      "M421 516c-65-48-52-117 0-152 51 35 64 104 0 152zM408 628c-113-4-135-82-126-151 82 13 126 65 126 151zM433 628c113-4 135-82 126-151-82 13-126 65-126 151zM408 750c-113-5-135-83-126-152 82 13 126 65 126 152zM433 750c113-5 135-83 126-152-82 13-126 65-126 152z",
    ],
  ],
  case: [
    "254 501 333 284",
    ["s", 28, "M370 568v-44h101v44"],
    ["f", 0, "M302 568h237c16 0 25 9 25 25v144c0 15-9 25-25 25h-237c-16 0-25-10-25-25v-144c0-16 9-25 25-25z"],
    ["h", 18, "M277 655h118M446 655h118"],
    ["g", 0, "M399 633h43v47h-43z"],
  ],
  gear: [
    "195 342 451 469",
    [
      "f",
      0,
      "M373 438l9-65h77l9 65 52 30 61-26 34 65-52 39v61l52 39-34 65-61-26-52 30-9 65h-77l-9-65-52-30-61 26-34-65 52-39v-61l-52-39 34-65 61 26z",
    ],
    ["g", 0, "M421 503c99 0 99 147 0 147-100 0-100-147 0-147z"],
  ],
  plate: [
    "268 478 307 320",
    ["f", 0, "M295 605h207v69c0 56-38 75-69 75h-69c-31 0-69-19-69-75z"],
    ["s", 25, "M505 624c66-6 66 75-6 75"],
    ["s", 21, "M289 777h219"],
    ["s", 18, "M352 574c-19-25 18-44 0-75M402 574c-19-25 19-44 0-75M452 574c-19-25 19-44 0-75"],
  ],
  factory: [
    "254 476 333 321",
    ["f", 0, "M277 774v-131l81-57v57l81-57v57h44l13-144h50l18 275z"],
    ["g", 0, "M314 680h44v44h-44zM395 680h44v44h-44zM477 680h44v44h-44z"],
  ],
  boat: [
    "254 470 333 321",
    ["f", 0, "M277 687h287c-12 50-37 81-62 81h-163c-25 0-50-31-62-81z"],
    ["s", 18, "M414 680v-187"],
    ["f", 0, "M433 505c69 38 100 100 106 157h-106zM395 536c-43 32-81 82-93 126h93z"],
  ],
  wine: [
    "189 354 463 445",
    ["f", 0, "M221 767v-182l113-78v78l112-78v78h61l17-199h70l26 381z"],
    ["g", 0, "M273 637h61v61h-61zM386 637h60v61h-60zM498 637h61v61h-61z"],
  ],
  bottle: [
    "318 598 205 197",
    ["f", 0, "M332 781v-81l50-34v34l50-34v34h27l8-88h31l11 169z"],
    ["g", 0, "M355 724h27v27h-27zM405 724h27v27h-27zM455 724h27v27h-27z"],
  ],
  fruit: [
    "261 463 319 346",
    [
      "f",
      0,
      "M421 580c-51-44-138-19-138 75 0 69 56 132 100 132 19 0 25-10 38-10 12 0 18 10 37 10 44 0 100-63 100-132 0-94-87-119-137-75z",
    ],
    ["s", 21, "M421 574c-4-25-13-50-26-69"],
    ["f", 0, "M433 549c0-50 38-69 88-63 0 44-32 69-88 63z"],
    ["h", 21, "M333 668c-6-31 6-50 25-63"],
  ],
  fish: [
    "189 345 463 445",
    ["f", 0, "M221 646h399c-18 69-52 112-87 112h-225c-35 0-69-43-87-112z"],
    ["s", 25, "M412 637v-260"],
    ["f", 0, "M438 395c95 52 138 138 147 216h-147zM386 438c-61 43-113 113-130 173h130z"],
  ],
  train_station: [
    "83 127 174 231",
    ["s", 15, "M126 302l-31 44M214 302l31 44"],
    ["s", 13, "M117 332h106"],
    ["f", 0, "M135 139h70c27 0 40 13 40 39v102c0 17-13 26-31 26h-88c-18 0-31-9-31-26v-102c0-26 13-39 40-39z"],
    ["g", 0, "M117 178h44v49h-44zM179 178h44v49h-44z"],
    ["h", 24, "M130 269h3M207 269h3"],
  ],
  shopping_mall: [
    "57 130 225 226",
    ["f", 0, "M91 200h158l18 141h-194z"],
    ["s", 17, "M133 205c0-79 74-79 74 0"],
    ["h", 17, "M133 231c0 66 74 66 74 0"],
  ],
  amusement_park: [
    "78 135 184 220",
    ["s", 13, "M170 227l-48 116M170 227l48 116M170 148c106 0 106 158 0 158-106 0-106-158 0-158z"],
    ["s", 6, "M170 148v158M91 227h158M115 172l110 110M225 172l-110 110"],
    ["s", 39, "M170 150v2M227 172v2M249 227v2M227 282v2M113 282v2M91 227v2M113 172v2"],
  ],
  radio_tower: [
    "52 118 236 242",
    ["s", 17, "M170 205l-53 138M170 205l53 138"],
    ["s", 13, "M148 266l57 40M192 266l-57 40"],
    ["s", 37, "M170 187v2"],
    [
      "s",
      15,
      "M126 227c-24-22-24-57 0-79M214 227c24-22 24-57 0-79M93 240c-33-31-33-75 0-106M247 240c33-31 33-75 0-106",
    ],
  ],
  harbor: [
    "47 131 246 223",
    ["s", 17, "M170 148c31 0 31 44 0 44-31 0-31-44 0-44z"],
    ["s", 19, "M170 196v136M126 227h88M86 266c9 49 44 71 84 71 40 0 75-22 84-71"],
    ["f", 0, "M64 288L86 244L117 284ZM276 288L254 244L223 284Z"],
  ],
  airport: [
    "47 117 246 243",
    [
      "f",
      0,
      "M170 134c13 0 20 18 20 40v35l86 53v22l-86-26-5 48 29 22v15l-44-11-44 11v-15l29-22-5-48-86 26v-22l86-53v-35c0-22 7-40 20-40z",
    ],
  ],
  stadium: [
    "0 0 24 24",
    ["s", 1.8, "M3 9c0-3 18-3 18 0v7c0 3-18 3-18 0zM3 9c0 3 18 3 18 0M8 12v5M16 12v5M12 12.500v5"],
  ],
  tv_station: ["0 0 24 24", ["s", 1.8, "M4 8h16v11H4zM8 3l4 5 4-5M8 22h8M7.500 11h6v5h-6z"]],
  business_center: [
    "0 0 24 24",
    ["s", 1.8, "M4 21V9h7v12M11 21V3h9v18M2 21h20M14 7h3M14 11h3M14 15h3M6.500 13h2M6.500 17h2"],
  ],
  publisher: ["0 0 24 24", ["s", 1.8, "M4 5h16v14H4zM12 5v14M6.500 9h3M6.500 12h3M14.500 9h3M14.500 12h3M14.500 15h3"]],
  tax_office: [
    "0 0 24 24",
    ["s", 1.8, "M6 3h12v18l-2-1.500-2 1.500-2-1.500-2 1.500-2-1.500L6 21zM9 15l6-7M9.500 8.500h.1M14.500 14.500h.1"],
  ],
  park: ["0 0 24 24", ["s", 1.8, "M12 21v-7M12 14c-6 1-7-4-5-6-1-4 4-6 5-4 1-2 6 0 5 4 2 2 1 7-5 6zM4 21h16"]],
  renovation_company: ["0 0 24 24", ["s", 1.8, "M14 4l6 6-3 3-6-6zM13 9L4 18l2 2 9-9M3 21h8"]],
  tech_startup: [
    "0 0 24 24",
    ["s", 1.8, "M12 3c4 3 5 8 3 13H9C7 11 8 6 12 3zM9 14l-4 4 1 2 4-3M15 14l4 4-1 2-4-3M12 9h.1M11 20h2"],
  ],
  exhibit_hall: ["0 0 24 24", ["s", 1.8, "M3 9l9-5 9 5zM5 9v9M10 9v9M14 9v9M19 9v9M3 20h18"]],
};

/** Which sign a card has, if not one of its own. @type {Record<string, string>} */
const OF_CARDS = {
  wheat_field: "wheat",
  flower_garden: "wheat",
  apple_orchard: "wheat",
  cafe: "cup",
  sushi_bar: "cup",
  ranch: "cow",
  general_store: "bread",
  convenience_store: "bread",
  flower_shop: "bread",
  bakery: "loaf",
  corn_field: "corn",
  vineyard: "corn",
  demolition_company: "case",
  loan_office: "case",
  moving_company: "case",
  forest: "gear",
  mine: "gear",
  french_restaurant: "plate",
  pizza_joint: "plate",
  hamburger_stand: "plate",
  family_restaurant: "plate",
  members_only_club: "plate",
  cheese_factory: "factory",
  furniture_factory: "factory",
  food_warehouse: "factory",
  mackerel_boat: "boat",
  winery: "wine",
  soda_bottling_plant: "bottle",
  farmers_market: "fruit",
  tuna_boat: "fish",
};

/** @param {string} card Of the card or landmark; another has a house. */
export function machiIcon(card) {
  const [box, ...parts] = SIGNS[OF_CARDS[card] ?? card] ?? SIGNS.exhibit_hall;
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", box);
  picture.setAttribute("class", "machi-icon");
  picture.setAttribute("aria-hidden", "true");
  for (const [paint, width, d] of parts) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", `paint-${paint}`);
    if (width) path.setAttribute("stroke-width", String(width));
    picture.append(path);
  }
  return picture;
}

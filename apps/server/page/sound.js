// Short sounds, made here and not loaded. Nothing is heard before somebody has switched them on.

import { settings } from "./settings.js";

/**
 * A tone: when it begins and how long it lasts, in seconds; from which pitch to which, in hertz; how loud; its form.
 * @typedef {{ at: number, long: number, from: number, to?: number, loud?: number, form?: OscillatorType }} Tone
 */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  pick: [{ at: 0, long: 0.05, from: 520, to: 620, loud: 0.35 }],
  drop: [{ at: 0, long: 0.07, from: 420, to: 300, loud: 0.3 }],
  take: [
    { at: 0, long: 0.1, from: 523 },
    { at: 0.08, long: 0.1, from: 659 },
    { at: 0.16, long: 0.22, from: 784 },
  ],
  lost: [
    { at: 0, long: 0.12, from: 440, loud: 0.6 },
    { at: 0.1, long: 0.18, from: 370, loud: 0.6 },
  ],
  wrong: [{ at: 0, long: 0.25, from: 190, to: 120, form: "sawtooth", loud: 0.5 }],
  roll: [0, 0.07, 0.15, 0.24, 0.36, 0.5].map((at, nth) => ({
    at,
    long: 0.03,
    from: 900 - nth * 90,
    to: 300,
    form: /** @type {const} */ ("square"),
    loud: 0.25,
  })),
  coin: [
    { at: 0, long: 0.06, from: 988, loud: 0.5 },
    { at: 0.06, long: 0.22, from: 1319, loud: 0.5 },
  ],
  place: [{ at: 0, long: 0.09, from: 240, to: 170, form: "triangle" }],
  clear: [
    { at: 0, long: 0.12, from: 392 },
    { at: 0.07, long: 0.12, from: 523 },
    { at: 0.14, long: 0.12, from: 659 },
    { at: 0.21, long: 0.3, from: 880 },
  ],
  turn: [{ at: 0, long: 0.18, from: 660, to: 700, loud: 0.5 }],
  win: [523, 659, 784, 1047].map((from, nth) => ({ at: nth * 0.12, long: 0.3, from })),
  end: [
    { at: 0, long: 0.25, from: 392 },
    { at: 0.2, long: 0.4, from: 330 },
  ],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {string} name One of the sounds above. @param {number} [later] In milliseconds. */
export function sound(name, later = 0) {
  if (!settings.sound || !SOUNDS[name] || document.hidden) return;
  context ??= new AudioContext();
  const begin = context.currentTime + later / 1000;
  for (const tone of SOUNDS[name]) ring(context, tone, begin);
}

/**
 * @param {AudioContext} context
 * @param {Tone} tone
 * @param {number} begin
 */
function ring(context, { at, long, from, to = from, loud = 0.7, form = "sine" }, begin) {
  const start = begin + at;
  const source = new OscillatorNode(context, { type: form, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, start + long);
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud * 0.16, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + long);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + long + 0.02);
}

// The blocks of scripts that run from right to left, the marks that turn a run, and the presentation forms of Arabic
// (https://www.unicode.org/reports/tr9/, Bidi_Class R, AL and RLM).
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name or text that a user wrote, for the middle of a plain text. If it runs from right to left, it is enclosed in a
 * first-strong isolate (FSI and PDI), so that no amount beside it moves. Any other text comes back as it is. Pure.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

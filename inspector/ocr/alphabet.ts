const signs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))

/** The letters of the recogniser in the order of its classes; class 0 is "nothing here". */
export const alphabet: readonly string[] = ['', ...signs(48, 126), ...signs(33, 47), ' ', ' ']

/** Joins class names and drops the absent ones. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')

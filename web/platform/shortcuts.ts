// A dialog that was closed stays in the page until it has faded out.
const overPage = ':is([role=dialog], [role=alertdialog], [role=menu]):not([data-state=closed])'
const typedInto = 'input:not([type=checkbox]), textarea, select'

/**
 * Whether a key may act on the page: nothing is open over it, the focused element doesn't need the key, and it is
 * pressed without Ctrl, Alt or Meta.
 */
export const isForPage = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey &&
  !ctrlKey &&
  !metaKey &&
  document.querySelector(overPage) === null &&
  !(target instanceof Element && target.closest(typedInto) !== null)

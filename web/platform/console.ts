/** Logs to the browser's console, without showing anything on the page (part 1 section 8, part 2 section 8). */
export const logToConsole = (words: string, cause: unknown) => {
  console.error(words, cause)
}

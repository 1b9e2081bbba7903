import { families, loadCanvas } from './typography.ts'

/** The letters of a text that no typeface of this machine has: on paper each would be an empty box. */
export async function missingLetters(text: string) {
  const { createCanvas } = await loadCanvas()
  const pictureOf = (letter: string) => {
    const canvas = createCanvas(48, 48)
    const context = canvas.getContext('2d')
    context.font = `400 20px ${families.serif}`
    context.fillText(letter, 10, 34)
    return Buffer.from(context.getImageData(0, 0, 48, 48).data)
  }
  // Nobody has a letter for the last place of Unicode's private use: this is how a missing one looks.
  const missing = pictureOf('\u{10fffd}')
  return [...new Set(text)].filter((letter) => pictureOf(letter).equals(missing))
}

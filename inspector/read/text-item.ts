/** A run of text as it lies on the page: points from the top left corner, the page turned upright. */
export interface TextItem {
  text: string
  x: number
  /** The line the letters stand on. */
  baseline: number
  width: number
  height: number
  isLevel: boolean
}

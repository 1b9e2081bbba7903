import type { Segment } from '../read/lines.ts'

/** Lines of a receipt as text recognition finds them: the first words at the left, the others in columns. */
export const segmentsOfRows = (rows: string[][], confidence = 0.97): Segment[] =>
  rows.flatMap((cells, row) =>
    cells.map((text, column) => {
      const x = column === 0 ? 40 : 200 + column * 150
      const baseline = 60 + row * 40
      return {
        text,
        page: 1,
        x,
        right: x + text.length * 12,
        baseline,
        height: 24,
        depth: row / rows.length,
        confidence,
      }
    }),
  )

import type { AnswerAction } from '#contract/assistant.ts'
import type { OwnFile } from './file.ts'

export interface Report {
  content: string
  /** The page it is from: "From: Your documents". */
  label: string
  actions: AnswerAction[]
}

export type Reporter = (file: OwnFile, question: string) => Promise<Report>

import type { EditingSign, EditingSignName } from '../../read/editing-sign.ts'
import { type Finding, passed, suspicious } from '../finding.ts'

/** Nothing in the file says that it was changed after it was made. Signs in `ignored` mean nothing here. */
export const editedRule = (signs: EditingSign[], ignored: EditingSignName[] = []): Finding => {
  const words = { rule: 'not_edited', title: 'File not edited' }
  const told = signs.filter(({ sign }) => !ignored.includes(sign))
  if (told.length === 0) return passed(words)
  const found = suspicious(
    { ...words, read: told.map(({ evidence }) => evidence).join(' ') },
    ...told.map(({ evidence }) => ({ flag: 'isTampered' as const, evidence })),
  )
  const isScreen = told.every(({ sign }) => sign === 'screenshot')
  return isScreen ? { ...found, issue: screenAdvice } : found
}

const screenAdvice =
  'This looks like a picture of a screen. Please upload a photo of the document itself, or the file as you received it.'

import type { Move } from '#contract/cases.ts'

/** Whose move it is, in the words of the firm. */
export const firmMoveWords = ({ whose, thirdParty }: Pick<Move, 'whose' | 'thirdParty'>) =>
  ({ client: 'The client’s move', firm: 'Our move', third_party: `With ${thirdParty ?? 'someone else'}` })[
    whose
  ]

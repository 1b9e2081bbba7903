import type { Input } from '#contract/kit.ts'
import type { setup } from '#contract/setup.ts'

/** What all the steps together ask. */
export type Answers = Input<typeof setup.complete>

import type { setup } from '#contract/firm/setup.ts'
import type { Input } from '#contract/kit/endpoint.ts'

/** What all the steps together ask. */
export type Answers = Input<typeof setup.complete>

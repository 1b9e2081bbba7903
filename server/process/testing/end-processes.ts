import { afterAll } from 'vitest'
import { endAll } from './portal-process.ts'

// Vitest runs this for each file, even if files share their imports.
afterAll(endAll)

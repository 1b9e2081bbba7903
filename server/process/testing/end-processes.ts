import { afterAll } from 'vitest'
import { endAll } from './portal-process.ts'

// Vitest runs this for each file, also where files share what they import.
afterAll(endAll)

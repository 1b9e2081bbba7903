import { z } from 'zod'
import { stored } from '#web/platform/storage.ts'

/** This browser holds a session: "true" while somebody is signed in. It opens nothing; the cookie does. */
export const sessionFlag = stored('auth_session_active', z.literal(true))

/** The welcome page was passed in this tab. */
export const welcomeFlag = stored('welcome_viewed', z.literal(true), { area: 'session' })

/** When this browser's session began, in milliseconds: it ends some hours later whatever is done. */
export const sessionBegan = stored('portico_session_began', z.number())

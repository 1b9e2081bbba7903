import { type ConnectionName, type ConnectionSettings, connections } from '#contract/connections.ts'
import type { openPortal } from '#server/testing/portal.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>

/** Returns an administrator of this portal, with functions for its connections. */
export async function administratorOf(portal: Portal) {
  const admin = await portal.staff('administrator')
  const { password } = portal
  return {
    ...admin,
    standing: async (name: ConnectionName) => {
      const all = (await admin.ask(connections.list, {})).connections
      const found = all.find((connection) => connection.name === name)
      if (!found) throw new Error(`There is no ${name}.`)
      return found
    },
    save: (settings: ConnectionSettings) => admin.ask(connections.save, { settings, password }),
    tested: (settings: ConnectionSettings, more: { sendsMail?: boolean } = {}) =>
      admin.ask(connections.test, { name: settings.name, settings, ...more }),
    disconnect: (name: ConnectionName) => admin.ask(connections.disconnect, { name, password }),
  }
}

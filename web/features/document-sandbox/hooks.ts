import { useQuery } from '@tanstack/react-query'
import { documentSandbox } from '#contract/document-sandbox.ts'
import { query, useCommand } from '#web/platform/queries.ts'

/** Asked anew whenever the tool is opened: a key may have been configured meanwhile. */
export const useKeyStatus = () => useQuery({ ...query(documentSandbox.checkKey, {}), staleTime: 0 })

export const useDocumentSandbox = () => useCommand(documentSandbox.run, { refreshes: [] })

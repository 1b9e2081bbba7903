import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { passNonce } from './platform/nonce.ts'
import { makeQueryClient } from './platform/queries.ts'
import { followTheme } from './platform/theme.ts'
import { Pages } from './router.tsx'
import { Boundary } from './ui/boundary.tsx'
import { Notices } from './ui/notice.tsx'
import { Toaster } from './ui/toaster.tsx'

passNonce()
followTheme()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Boundary>
        <QueryClientProvider client={makeQueryClient()}>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
          <Notices />
          <Toaster />
        </QueryClientProvider>
      </Boundary>
    </StrictMode>,
  )

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { landingOf } from '#contract/kit/pages.ts'
import { beginSession, welcomeFlag } from '#web/platform/session.ts'

const entryDelay = 500

interface Where {
  /** Where they wanted to be; that of the page when missing. */
  next?: string | null
  /** Where they go, wherever they wanted to be. */
  place?: string
}

/** Keeps who has come in, and leads them on after half a second. */
export function useEntry(next: string | null) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [place, setPlace] = useState<string>()

  useEffect(() => {
    if (place === undefined) return
    const timer = setTimeout(() => navigate(place, { replace: true }), entryDelay)
    return () => clearTimeout(timer)
  }, [place, navigate])

  const enter = (user: User, { next: wanted = next, place: fixed }: Where = {}) => {
    if (user.isFirstLogin) welcomeFlag.clear()
    setPlace(fixed ?? landingOf(user, { next: wanted, hasViewedWelcome: false }))
    beginSession(cache, user)
  }
  return { isLeaving: place !== undefined, enter }
}

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { noticeParam, noticeText, withoutNotice } from '#shared/notice.ts'
import { useActors } from '../ConsoleContext.tsx'

/**
 * Actions end in a redirect that names their outcome in the address (`?notice=saved`), so that it also arrives without
 * JavaScript. Here the outcome becomes a notification and leaves the address. On the first load the server has already
 * shown it.
 */
export function useNotice(): void {
  const { notifications } = useActors()
  const { pathname, search, hash, key } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const params = new URLSearchParams(search)
    const text = noticeText(params)
    if (!params.has(noticeParam)) return
    const firstLoad = key === 'default'
    if (text && !firstLoad)
      notifications.send({ type: 'notification.show', notification: { type: 'success', text } })
    const address = pathname + withoutNotice(search) + hash
    void navigate(address, { replace: true, preventScrollReset: true })
  }, [notifications, pathname, search, hash, key, navigate])
}

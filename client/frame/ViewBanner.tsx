import { useEffect, useState } from 'react'
import { useSelector } from '@xstate/react'
import type { AccountView } from '#shared/engine/user.ts'
import { messages } from '#shared/messages.ts'
import { stopViewPath } from '#shared/navigation/viewUrl.ts'
import { useActors } from '../runtime/ConsoleContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Instant } from '../ui/Instant.tsx'
import * as styles from './TopBar.css.ts'

const minuteMs = 60_000

/**
 * Says on every page that it shows another account, until when, and how to stop. Stopping is a form,
 * so it works without JavaScript.
 */
export function ViewBanner() {
  const { session } = useActors()
  const user = useSelector(session, ({ context }) => context.user)
  if (!user?.view) return null
  return (
    <form method="post" action={stopViewPath} className={styles.view}>
      <p className={styles.viewText}>
        <strong>{messages.shell.viewing(user.name ?? user.email ?? '')}</strong>{' '}
        <TimeLeft {...user.view} />
      </p>
      <Button type="submit" size="small" color="white">
        {messages.shell.stopViewing}
      </Button>
    </form>
  )
}

/** Counts the minutes down, and reloads the page as the operator's own at the end. */
function TimeLeft({ until }: AccountView) {
  const { session } = useActors()
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const update = () => {
      const ms = Date.parse(until) - Date.now()
      if (ms <= 0) session.send({ type: 'session.expired' })
      else setLeft(Math.ceil(ms / minuteMs))
    }
    update()
    const timer = setInterval(update, 5000)
    return () => clearInterval(timer)
  }, [session, until])
  return left === null ? (
    <Instant at={until} format={messages.shell.viewEnds} />
  ) : (
    <span>{messages.shell.viewMinutesLeft(left)}</span>
  )
}

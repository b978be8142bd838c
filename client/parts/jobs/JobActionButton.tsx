import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import { runJobAction } from '#shared/engine/jobs/jobCalls.ts'
import type { Job, JobAction } from '#shared/engine/jobs/jobCalls.ts'
import { jobsPath, withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { useActors, useApi } from '#client/runtime/ConsoleContext.tsx'
import { formatError } from '#client/runtime/formatError.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { jobsMessages } from './messages.ts'
import * as styles from './Jobs.css.ts'

type Props = {
  job: Job
  change: JobAction
  /**
   * Idempotency key for the form without JavaScript; only set on a page that the server rendered.
   */
  writeKey: string | undefined
  onChanged: () => void
}

/** Cancels, retries, or undoes a job. Without JavaScript, submits as a form of its own. */
export function JobActionButton({ job: { id, title }, change, writeKey = '', onChanged }: Props) {
  const api = useApi()
  const { notifications } = useActors()
  const here = useLocation()
  const [sending, setSending] = useState(false)
  /** Kept until the call is decided, so that pressing again after a lost response counts once. */
  const key = useRef<string | null>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The button may disappear with its action, so focus moves to the section first.
    event.currentTarget.closest('section')?.focus({ preventScroll: true })
    setSending(true)
    try {
      key.current ??= createIdempotencyKey()
      await runJobAction(api, { id, change }, key.current)
      key.current = null
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) key.current = null
      const text = formatError(error, jobsMessages.one)
      notifications.send({
        type: 'notification.show',
        notification: { type: 'error', title, text, timeout: false },
      })
    }
    setSending(false)
    onChanged()
  }

  const label = jobsMessages.changes[change]
  return (
    <form
      method="post"
      action={`${jobsPath}?next=${encodeURIComponent(withJobsPanel(here, id))}`}
      onSubmit={(event) => void send(event)}
    >
      <input type="hidden" name="job" value={id} />
      <input type="hidden" name="writeKey" value={writeKey && `${writeKey}-${change}-${id}`} />
      <button
        type="submit"
        name="change"
        value={change}
        className={styles.change}
        disabled={sending}
        aria-label={jobsMessages.changeOf(label, title)}
      >
        {label}
      </button>
    </form>
  )
}

import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { jobsParam, withJobsPanel, removeJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { Button } from '#client/frame/index.ts'
import { formatError } from '#client/runtime/formatError.ts'
import { JobItem } from './JobItem.tsx'
import type { LoadedJobs } from './loadJobsPanel.ts'
import { useJobsActor } from './useJobsActor.ts'
import { useOpenJobDetails } from './useOpenJobDetails.ts'
import { jobsMessages } from './messages.ts'
import * as glyph from '#client/ui/glyph.css.ts'
import * as styles from './Jobs.css.ts'

export { loadJobsPanel as load } from './loadJobsPanel.ts'

type Props = {
  /** Empty if no job is open, undefined `id` while the panel is closed. */
  asked: { id?: string }
  ask: (asked: { id?: string }) => void
  loaded: LoadedJobs | null
}

/**
 * Shows the panel of the operator's jobs and watches them while any is active (screens.md, "The
 * shell").
 */
export function Jobs({ asked, ask, loaded }: Props) {
  const { id } = asked
  const isOpen = id !== undefined
  const actor = useJobsActor(loaded?.jobs ?? null, isOpen)
  const { jobs, failure } = useSelector(actor, ({ context }) => context)
  const isLost = useSelector(actor, (snapshot) => snapshot.hasTag('lost'))
  const open = useOpenJobDetails(id ?? '', jobs, loaded)
  const here = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    if (id === undefined) sessionStorage.removeItem(jobsParam)
    else sessionStorage.setItem(jobsParam, id)
  }, [id])

  function close() {
    document.querySelector<HTMLElement>('a[data-toggles]')?.focus()
    ask({})
    if (loaded) void navigate(removeJobsPanel(here), { replace: true, preventScrollReset: true })
  }
  const panel = useJobsPanel(isOpen, close)
  if (!isOpen) return null
  const why =
    failure === null ? (jobs ? null : loaded?.failure) : formatError(failure, jobsMessages.what)
  return (
    <section ref={panel} className={styles.panel} aria-labelledby="jobs" tabIndex={-1}>
      <header className={styles.head}>
        <h2 id="jobs" className={styles.title}>
          {jobsMessages.title}
        </h2>
        <a href={withJobsPanel(here)} className={styles.refresh}>
          {jobsMessages.refresh}
        </a>
        <a
          href={removeJobsPanel(here)}
          className={`${styles.close} ${glyph.cross}`}
          aria-label={jobsMessages.close}
          onClick={(event) => {
            event.preventDefault()
            close()
          }}
        ></a>
      </header>
      {jobs?.length === 0 && <p className={styles.says}>{jobsMessages.none}</p>}
      {jobs && jobs.length > 0 && (
        <ul className={styles.list}>
          {jobs.map((job) => (
            <JobItem
              key={job.id}
              job={job}
              isOpen={String(job.id) === id}
              open={open}
              writeKey={loaded?.writeKey}
              onChanged={() => actor.send({ type: 'jobs.changed' })}
            />
          ))}
        </ul>
      )}
      <div role="status" className={styles.says}>
        {isLost ? jobsMessages.lost : (why ?? (jobs === null ? jobsMessages.loading : null))}
      </div>
      {why && !isLost && (
        <div className={styles.again}>
          <Button size="small" color="white" onClick={() => actor.send({ type: 'jobs.changed' })}>
            {jobsMessages.retry}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Focuses the panel when it opens and closes it on Escape or on a press outside it. */
function useJobsPanel(isOpen: boolean, close: () => void) {
  const panel = useRef<HTMLElement>(null)
  const onLeave = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return undefined
    panel.current?.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !panel.current?.contains(document.activeElement)) return
      event.preventDefault()
      onLeave()
    }
    const onPointerDown = ({ target }: Event) => {
      if (!(target instanceof Element) || panel.current?.contains(target)) return
      // The toggle closes the panel itself, and links to jobs keep it open.
      if (!target.closest(`a[data-toggles], a[href*="${jobsParam}="]`)) onLeave()
    }
    // Captured before the list's panel handles Escape, which would close that panel too.
    document.addEventListener('keydown', onKeyDown, true)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown, true)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [isOpen])
  return panel
}

import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { fromCallback, fromPromise } from 'xstate'
import type { ActorRefFrom } from 'xstate'
import { jobsMachine } from '#machines/jobs.ts'
import type { Api } from '#shared/engine/api.ts'
import { getJobNotificationTopic } from '#shared/navigation/flashMessage.ts'
import { isActiveJob, listJobs } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { findTestedName } from '#shared/engine/jobs/testJobs.ts'
import { toJobLink } from '#client/frame/index.ts'
import { useActors, useApi, useUnsavedForms } from '#client/runtime/ConsoleContext.tsx'
import { listenToJob } from '#client/runtime/listenToJob.ts'
import { hasNoFailures, formatJobResult } from './formatJobResult.ts'
import { jobsMessages } from './messages.ts'

type JobsActor = ActorRefFrom<typeof jobsMachine>

/**
 * Browsers allow six HTTP/1.1 connections per host, and pages need some. Other jobs are read when
 * one of the watched jobs ends.
 */
const maxStreams = 2

const provideJobsMachine = (api: Api) =>
  jobsMachine.provide({
    actors: {
      read: fromPromise(({ signal }) => listJobs(api, signal)),
      listen: fromCallback(({ input: { ids }, sendBack }) => {
        const streams = ids.slice(0, maxStreams).map((id) => {
          const onProgress = (job: Job) => sendBack({ type: 'job.heard', job })
          return listenToJob(id, onProgress, () => sendBack({ type: 'stream.lost' }))
        })
        return () => streams.forEach((end) => end())
      }),
    },
  })

/**
 * Starts the jobs machine, reports the number of active jobs to the top bar, and revalidates the
 * page when a job ends.
 */
export function useJobsActor(initialJobs: Job[] | null, isOpen: boolean): JobsActor {
  const api = useApi()
  const { session, notifications } = useActors()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const unsaved = useUnsavedForms()
  const [machine] = useState(() => provideJobsMachine(api))
  const initialActive = useSelector(session, ({ context }) => context.user?.jobsUnderWay)
  const actor = useActorRef(machine, {
    input: { jobs: initialJobs, initialActive: initialActive ?? 0 },
  })

  const activeCount = useSelector(actor, countActiveJobs)
  useEffect(() => {
    if (activeCount !== null) session.send({ type: 'jobs.counted', underWay: activeCount })
  }, [session, activeCount])
  useEffect(() => {
    const counted = countActiveJobs(actor.getSnapshot())
    if (counted !== null && initialActive !== undefined && initialActive > counted)
      actor.send({ type: 'jobs.changed' })
  }, [actor, initialActive])

  const onJobEnded = useEffectEvent((job: Job) => {
    const testedName = findTestedName(job)
    const link = toJobLink({ id: job.id, title: testedName ?? job.title }, pathname)
    const result = formatJobResult(job)
    const wentWell = hasNoFailures(job)
    const notification = {
      text:
        testedName === null
          ? jobsMessages.ended(job.title, result)
          : jobsMessages.tested(testedName, result),
      link,
      type: wentWell ? 'success' : 'error',
      // Failures stay until the operator has read them.
      timeout: wentWell,
      about: getJobNotificationTopic(job.id),
    } as const
    // Removes the message that the job has started.
    notifications.send({ type: 'notification.outdated', about: getJobNotificationTopic(job.id) })
    if (!isOpen) notifications.send({ type: 'notification.show', notification })
    // Revalidating would replace the data that the operator's unsaved input is based on.
    if (!unsaved.hasAny()) void revalidate()
  })
  useEffect(() => {
    const subscription = actor.on('job.ended', ({ job }) => onJobEnded(job))
    return () => subscription.unsubscribe()
  }, [actor])

  // The panel already shows everything that notifications about its jobs say.
  const jobs = useSelector(actor, ({ context }) => context.jobs)
  useEffect(() => {
    if (!isOpen) return
    for (const { id } of jobs ?? [])
      notifications.send({ type: 'notification.outdated', about: getJobNotificationTopic(id) })
  }, [isOpen, jobs, notifications])

  useEffect(() => {
    const reportVisibility = () =>
      actor.send({ type: document.hidden ? 'page.hidden' : 'page.shown' })
    reportVisibility()
    document.addEventListener('visibilitychange', reportVisibility)
    return () => document.removeEventListener('visibilitychange', reportVisibility)
  }, [actor])
  return actor
}

const countActiveJobs = ({ context: { jobs } }: ReturnType<JobsActor['getSnapshot']>) =>
  jobs && jobs.filter(isActiveJob).length

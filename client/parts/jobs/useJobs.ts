import '#client/frame/signedIn.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { fromCallback, fromPromise } from 'xstate'
import type { ActorRefFrom } from 'xstate'
import { jobsMachine } from '#machines/jobs.ts'
import type { Api } from '#shared/engine/api.ts'
import { getJobTopic } from '#shared/navigation/flashMessage.ts'
import { isActiveJob, toJobLink, listJobs } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { useActors, useApi, useUnsavedFlag } from '#client/runtime/ConsoleContext.tsx'
import { listenToJob } from '#client/runtime/listenToJob.ts'
import { isSuccessful, formatJobResult } from './formatJobResult.ts'
import { jobsMessages } from './messages.ts'

export type JobsActor = ActorRefFrom<typeof jobsMachine>

/** Over HTTP/1.1 a browser has six connections to one host, and pages need some: others are read with the next end. */
const maxStreams = 2

const provideJobsMachine = (api: Api) =>
  jobsMachine.provide({
    actors: {
      read: fromPromise(({ signal }) => listJobs(api, signal)),
      listen: fromCallback(({ input: { ids }, sendBack }) => {
        const streams = ids.slice(0, maxStreams).map((id) => {
          const hear = (job: Job) => sendBack({ type: 'job.heard', job })
          return listenToJob(id, hear, () => sendBack({ type: 'stream.lost' }))
        })
        return () => streams.forEach((end) => end())
      }),
    },
  })

/** The machine of the jobs. It tells the top bar how many are under way; what a job's end has changed is read again by the page. */
export function useJobs(known: Job[] | null, isOpen: boolean): JobsActor {
  const api = useApi()
  const { session, notifications } = useActors()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const unsaved = useUnsavedFlag()
  const [machine] = useState(() => provideJobsMachine(api))
  const initialActive = useSelector(session, ({ context }) => context.user?.jobsUnderWay)
  const actor = useActorRef(machine, { input: { jobs: known, initialActive: initialActive ?? 0 } })

  const underWay = useSelector(actor, countActiveJobs)
  useEffect(() => {
    if (underWay !== null) session.send({ type: 'jobs.counted', underWay })
  }, [session, underWay])
  useEffect(() => {
    const counted = countActiveJobs(actor.getSnapshot())
    if (counted !== null && initialActive !== undefined && initialActive > counted)
      actor.send({ type: 'jobs.changed' })
  }, [actor, initialActive])

  const ended = useEffectEvent((job: Job) => {
    const link = toJobLink(job, pathname)
    const wentWell = isSuccessful(job)
    const notification = {
      text: jobsMessages.ended(job.title, formatJobResult(job)),
      link,
      type: wentWell ? 'success' : 'error',
      // What went wrong stays until it was read.
      timeout: wentWell,
      about: getJobTopic(job.id),
    } as const
    // It no longer runs, as the message of its start says.
    notifications.send({ type: 'notification.outdated', about: getJobTopic(job.id) })
    if (!isOpen) notifications.send({ type: 'notification.show', notification })
    // What is being typed began with what the page was initialActive before.
    if (!unsaved.get()) void revalidate()
  })
  useEffect(() => {
    const subscription = actor.on('job.ended', ({ job }) => ended(job))
    return () => subscription.unsubscribe()
  }, [actor])

  // The panel shows all that messages about its jobs say.
  const jobs = useSelector(actor, ({ context }) => context.jobs)
  useEffect(() => {
    if (!isOpen) return
    for (const { id } of jobs ?? [])
      notifications.send({ type: 'notification.outdated', about: getJobTopic(id) })
  }, [isOpen, jobs, notifications])

  useEffect(() => {
    const turn = () => actor.send({ type: document.hidden ? 'page.hidden' : 'page.shown' })
    turn()
    document.addEventListener('visibilitychange', turn)
    return () => document.removeEventListener('visibilitychange', turn)
  }, [actor])
  return actor
}

const countActiveJobs = ({ context: { jobs } }: ReturnType<JobsActor['getSnapshot']>) =>
  jobs && jobs.filter(isActiveJob).length

import express from 'express'
import type { RequestHandler } from 'express'
import { reasonOf } from '#client/app.tsx'
import { ApiFailure } from '#shared/engine/api.ts'
import { home, safePath } from '#shared/navigation/guard.ts'
import { changeJob, jobChanges } from '#shared/engine/jobs/jobCalls.ts'
import { jobsPath, withJobs } from '#shared/engine/jobs/jobsAddress.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { refuse } from '../edge/problems.ts'
import { inTheirNameOf } from '../proxy/inTheirName.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import { requireSignIn } from '../signIn/confirmSession.ts'
import type { Upstream } from '../proxy/upstream.ts'

/** `POST /jobs`: cancels, runs again or undoes a job from the panel of jobs, and leads back to the page that shows it. */
export const jobForm = ({ upstream }: { upstream: Upstream }): RequestHandler[] => [
  requireSignIn(jobsPath),
  express.urlencoded({ extended: false, limit: 1000, inflate: false }),
  async (req, res) => {
    res.locals['route'] = jobsPath
    const sent = new Map(Object.entries(Object(req.body)))
    const [id, key] = [Number(sent.get('job')), String(sent.get('writeKey') ?? '')]
    const change = jobChanges.find((name) => name === sent.get('change'))
    if (!change || !Number.isSafeInteger(id) || id < 1 || key === '')
      return refuse(req, res, {
        status: 400,
        code: 'bad_request',
        detail: rejectionMessages.brokenForm,
      })
    const asked = inTheirNameOf(res)
    const next = safePath(new URL(req.originalUrl, 'http://console').searchParams.get('next'))
    try {
      await changeJob(createServerApi({ upstream, asked }), { id, change }, key)
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (asked.isRefused()) return res.redirect(303, '/')
      const { status, problem } = error
      return refuse(req, res, { status, code: problem.code, detail: reasonOf(error, 'job') })
    }
    res.redirect(303, next ?? withJobs({ pathname: home, search: '' }, id))
  },
]

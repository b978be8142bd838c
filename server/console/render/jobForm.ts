import express from 'express'
import type { RequestHandler } from 'express'
import { formatError } from '#client/app.tsx'
import { ApiError } from '#shared/engine/api.ts'
import { homePath, toSafePath } from '#shared/navigation/guard.ts'
import { runJobAction, jobActions } from '#shared/engine/jobs/jobCalls.ts'
import { jobsPath, withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { rejectRequest } from '../edge/problems.ts'
import { getPlatformCredentials } from '../proxy/platformCredentials.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import { redirectSignedOutToSignIn } from '../signIn/confirmSession.ts'
import type { Upstream } from '../proxy/upstream.ts'

/**
 * Handles `POST /jobs` from the jobs panel: cancels, retries, or undoes a job, then redirects to
 * the page that shows it.
 */
export const createJobFormHandlers = ({ upstream }: { upstream: Upstream }): RequestHandler[] => [
  redirectSignedOutToSignIn(jobsPath),
  express.urlencoded({ extended: false, limit: 1000, inflate: false }),
  async (req, res) => {
    res.locals['route'] = jobsPath
    const form = new Map(Object.entries(Object(req.body)))
    const [id, key] = [Number(form.get('job')), String(form.get('writeKey') ?? '')]
    const change = jobActions.find((name) => name === form.get('change'))
    if (!change || !Number.isSafeInteger(id) || id < 1 || key === '')
      return rejectRequest(req, res, {
        status: 400,
        code: 'bad_request',
        detail: rejectionMessages.brokenForm,
      })
    const credentials = getPlatformCredentials(res)
    const next = toSafePath(new URL(req.originalUrl, 'http://console').searchParams.get('next'))
    try {
      await runJobAction(createServerApi({ upstream, credentials }), { id, change }, key)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (credentials.isSignedOut()) return res.redirect(303, '/')
      const { status, problem } = error
      return rejectRequest(req, res, {
        status,
        code: problem.code,
        detail: formatError(error, 'job'),
      })
    }
    res.redirect(303, next ?? withJobsPanel({ pathname: homePath, search: '' }, id))
  },
]

import type { Request, Response } from 'express'
import { nullable, size, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { googlePaths } from '#shared/areas/signIn/googleSignIn.ts'
import { toSafePath } from '#shared/navigation/guard.ts'
import type { ConsoleSettings } from '../settings.ts'
import { createFlowCookie } from './flowCookie.ts'

const GoogleFlow = type({
  state: size(string(), 22, 128),
  nonce: size(string(), 22, 128),
  verifier: size(string(), 43, 128),
  next: nullable(string()),
})
export type GoogleFlow = Infer<typeof GoogleFlow>

const googleCookie = createFlowCookie(
  { name: 'googleFlow', path: googlePaths.callback },
  GoogleFlow,
)

export const saveFlow = googleCookie.save

/** Returns the flow that this browser started, or null. A flow works only once. */
export function consumeFlow(
  req: Request,
  res: Response,
  settings: ConsoleSettings,
): GoogleFlow | null {
  const flow = googleCookie.consume(req, res, settings)
  return flow && { ...flow, next: toSafePath(flow.next) }
}

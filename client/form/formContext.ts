import type { RouterContextProvider } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { apiContext, notifyContext, timeZoneContext } from '../runtime/contexts.ts'
import type { Notify } from '../runtime/contexts.ts'
import { writeKeysContext } from '../runtime/writeKeys.ts'
import type { WriteKeys } from '../runtime/writeKeys.ts'

/** The parts of a route's context that handling a form needs. */
export type FormContext = {
  api: Api
  tell: Notify
  zone: () => Promise<string>
  writeKeys: WriteKeys
}

/** Returns the parts of a route's context that handling a form needs. */
export const getFormContext = (context: Readonly<RouterContextProvider>): FormContext => ({
  api: context.get(apiContext),
  tell: context.get(notifyContext),
  zone: context.get(timeZoneContext),
  writeKeys: context.get(writeKeysContext),
})

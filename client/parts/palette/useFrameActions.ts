import { useSelector } from '@xstate/react'
import { useLocation } from 'react-router'
import { withJobsPanel } from '#shared/engine/jobs/jobsUrl.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import { messages } from '#shared/messages.ts'
import { removeParam } from '#shared/engine/urlParams.ts'
import { withResetPasswordParam } from '#shared/navigation/passwordUrl.ts'
import { zoneParam } from '#shared/engine/timeZone.ts'
import { useActors, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { paletteScopeParam, paletteParam, buildPaletteUrl } from '#client/shell/paletteUrl.ts'
import type { PaletteItem } from './paletteItem.ts'
import { passwordAliases } from './vocabulary.ts'

/** ID of the log-out form in the user menu, which is on every page. */
const logOutFormId = 'log-out'

/**
 * Returns the actions that every page offers: from the top bar, the user menu, and a store's page.
 */
export function useFrameActions(): PaletteItem[] {
  const { session } = useActors()
  const { pathname, search } = useLocation()
  const user = useSelector(session, ({ context }) => context.user)
  const zone = useTimeZone()
  const here = {
    pathname,
    search: removeParam(removeParam(search, paletteParam), paletteScopeParam),
  }
  const unzoned = removeParam(here.search, zoneParam)
  const shellMessages = messages.shell
  return [
    ...(/^\/stores\/\d+(\/|$)/.test(pathname)
      ? [
          {
            label: shellMessages.switchStore,
            to: buildPaletteUrl(here, 'stores'),
            stays: true as const,
          },
        ]
      : []),
    ...(user?.jobsUnderWay === undefined
      ? []
      : [{ label: shellMessages.jobs(user.jobsUnderWay), to: withJobsPanel(here) }]),
    {
      label: resetPasswordMessages.submit,
      aliases: passwordAliases,
      to: pathname + withResetPasswordParam(here.search),
    },
    ...(user?.timeZone === undefined
      ? []
      : [
          {
            label: shellMessages.timeZone(zone),
            to: `${pathname}${unzoned === '' ? '?' : `${unzoned}&`}${zoneParam}`,
          },
        ]),
    { label: shellMessages.logOut, to: '', submits: logOutFormId },
  ]
}

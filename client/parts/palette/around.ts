import { useSelector } from '@xstate/react'
import { useLocation } from 'react-router'
import { withJobs } from '#shared/engine/jobs/jobsAddress.ts'
import { messages } from '#shared/messages.ts'
import { withoutParam } from '#shared/navigation/notice.ts'
import { withPassword } from '#shared/navigation/passwordAddress.ts'
import { zoneParam } from '#shared/format/timeZone.ts'
import { useActors, useZone } from '#client/runtime/ConsoleContext.tsx'
import { amongParam, findParam, paletteLink } from '#client/shell/finding.ts'
import type { Item } from './offers.ts'

/** The form of the user menu, which stands on every page. */
const logOutForm = 'log-out'

/** What stands around every page, as the top bar, the user menu and a store's page offer it. */
export function useAround(): Item[] {
  const { session } = useActors()
  const { pathname, search } = useLocation()
  const user = useSelector(session, ({ context }) => context.user)
  const zone = useZone()
  const here = { pathname, search: withoutParam(withoutParam(search, findParam), amongParam) }
  const unzoned = withoutParam(here.search, zoneParam)
  const say = messages.shell
  return [
    ...(/^\/stores\/\d+(\/|$)/.test(pathname)
      ? [{ label: say.switchStore, to: paletteLink(here, 'stores'), stays: true as const }]
      : []),
    ...(user?.jobsUnderWay === undefined
      ? []
      : [{ label: say.jobs(user.jobsUnderWay), to: withJobs(here) }]),
    { label: say.changePassword, to: pathname + withPassword(here.search) },
    ...(user?.timeZone === undefined
      ? []
      : [
          {
            label: say.timeZone(zone),
            to: `${pathname}${unzoned === '' ? '?' : `${unzoned}&`}${zoneParam}`,
          },
        ]),
    { label: say.logOut, to: '', submits: logOutForm },
  ]
}

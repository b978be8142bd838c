import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { findRoute } from '#shared/navigation/routes.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'
import type { PageAction } from '../ui/pageActions.ts'
import { HeaderActions } from '../ui/PageHeader.tsx'

/** The side menu has no entry for these pages. */
const peoplePaths = ['/userGroups', '/permissions']

/**
 * Returns links to user groups and permissions, if the operator may open them, except to the
 * current page. In narrow windows they are in the list's menu.
 */
function usePeopleLinks(): PageAction[] {
  const can = useCan()
  const { pathname } = useLocation()
  return peoplePaths
    .flatMap((path) => findRoute(path) ?? [])
    .filter((route) => route.path !== pathname && can(route))
    .map(({ path, title }) => ({ label: title, short: null, to: path, color: 'white' }))
}

/** Adds the links to a screen's header. */
export const addPeopleLinks = (Screen: ComponentType) =>
  function People() {
    return (
      <HeaderActions value={usePeopleLinks()}>
        <Screen />
      </HeaderActions>
    )
  }

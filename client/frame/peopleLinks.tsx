import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { findRoute } from '#shared/navigation/routes.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { MenuLink } from '../ui/dialogs/Menu.tsx'
import { HeaderTools } from '../ui/PageHeader.tsx'
import * as header from '../ui/PageHeader.css.ts'

/** The side menu has no entry for these pages. */
const peoplePaths = ['/userGroups', '/permissions']

/**
 * Returns the routes of user groups and permissions that the operator may open, except the current
 * page.
 */
function useOfferedRoutes() {
  const can = useCan()
  const { pathname } = useLocation()
  const routes = peoplePaths.flatMap((path) => findRoute(path) ?? [])
  return routes.filter((route) => route.path !== pathname && can(route))
}

const PeopleLinks = () =>
  useOfferedRoutes().map(({ path, title }) => (
    <span key={path} className={header.wide}>
      <ButtonLink to={path} color="white">
        {title}
      </ButtonLink>
    </span>
  ))

/** Shows the same links in the list's menu, for when the header has no room for them. */
export const PeopleMenuLinks = () =>
  useOfferedRoutes().map(({ path, title }) => (
    <MenuLink key={path} to={path}>
      {title}
    </MenuLink>
  ))

/** Adds the links to a screen's header. The screen's list takes `PeopleMenuLinks`. */
export const addPeopleLinks = (Screen: ComponentType) =>
  function People() {
    return (
      <HeaderTools value={<PeopleLinks />}>
        <Screen />
      </HeaderTools>
    )
  }

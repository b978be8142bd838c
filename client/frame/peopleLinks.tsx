import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { findRoute } from '#shared/navigation/routes.ts'
import { useCan } from '../runtime/ConsoleContext.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { MenuLink } from '../ui/dialogs/Menu.tsx'
import { HeaderTools } from '../ui/PageHeader.tsx'
import * as header from '../ui/PageHeader.css.ts'

/** The side menu has no entry for them. */
const peoplePaths = ['/userGroups', '/permissions']

/** What gives users their rights and what names these, for whoever may open it. */
function useOfferedRoutes() {
  const may = useCan()
  const { pathname } = useLocation()
  const routes = peoplePaths.flatMap((path) => findRoute(path) ?? [])
  return routes.filter((route) => route.path !== pathname && may(route))
}

const PeopleLinks = () =>
  useOfferedRoutes().map(({ path, title }) => (
    <span key={path} className={header.wide}>
      <ButtonLink to={path} color="white">
        {title}
      </ButtonLink>
    </span>
  ))

/** The same in the menu of the list, where the header has no room for them. */
export const PeopleMenuLinks = () =>
  useOfferedRoutes().map(({ path, title }) => (
    <MenuLink key={path} to={path}>
      {title}
    </MenuLink>
  ))

/** The screen with the ways there in its header; its list takes `PeopleMenuLinks`. */
export const addPeopleLinks = (Screen: ComponentType) =>
  function People() {
    return (
      <HeaderTools value={<PeopleLinks />}>
        <Screen />
      </HeaderTools>
    )
  }

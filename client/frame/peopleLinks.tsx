import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { routeAt } from '#shared/navigation/routes.ts'
import { useMay } from '../runtime/ConsoleContext.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { MenuLink } from '../ui/dialogs/Menu.tsx'
import { HeaderTools } from '../ui/PageHeader.tsx'
import * as header from '../ui/PageHeader.css.ts'

/** The side menu has no entry for them. */
const pages = ['/userGroups', '/permissions']

/** What gives users their rights and what names these, for whoever may open it. */
function useOffered() {
  const may = useMay()
  const { pathname } = useLocation()
  const routes = pages.flatMap((path) => routeAt(path) ?? [])
  return routes.filter((route) => route.path !== pathname && may(route))
}

const PeopleLinks = () =>
  useOffered().map(({ path, title }) => (
    <span key={path} className={header.wide}>
      <ButtonLink to={path} color="white">
        {title}
      </ButtonLink>
    </span>
  ))

/** The same in the menu of the list, where the header has no room for them. */
export const PeopleEntries = () =>
  useOffered().map(({ path, title }) => (
    <MenuLink key={path} to={path}>
      {title}
    </MenuLink>
  ))

/** The screen with the ways there in its header; its list takes `PeopleEntries`. */
export const withPeopleLinks = (Screen: ComponentType) =>
  function People() {
    return (
      <HeaderTools value={<PeopleLinks />}>
        <Screen />
      </HeaderTools>
    )
  }

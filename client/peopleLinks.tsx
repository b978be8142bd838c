import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { routeAt } from '#shared/routes.ts'
import { useMay } from './ConsoleContext.tsx'
import { ButtonLink } from './ui/Button.tsx'
import { Menu, MenuLink, MenuList } from './ui/Menu.tsx'
import { HeaderTools } from './ui/PageHeader.tsx'
import * as glyph from './ui/glyph.css.ts'
import * as header from './ui/PageHeader.css.ts'

/** The side menu has no entry for them. */
const pages = ['/userGroups', '/permissions']
const label = 'Groups and permissions'

/** The ways from users and their groups to what gives and names their rights, for whoever may open it. */
function PeopleLinks() {
  const may = useMay()
  const { pathname } = useLocation()
  const routes = pages.flatMap((path) => routeAt(path) ?? [])
  const offered = routes.filter((route) => route.path !== pathname && may(route))
  if (offered.length === 0) return null
  return (
    <>
      {offered.map(({ path, title }) => (
        <span key={path} className={header.wide}>
          <ButtonLink to={path} color="white">
            {title}
          </ButtonLink>
        </span>
      ))}
      <span className={header.narrow}>
        <Menu label={label} face={<span className={glyph.more} />} look="icon" align="end">
          <MenuList>
            {offered.map(({ path, title }) => (
              <MenuLink key={path} to={path}>
                {title}
              </MenuLink>
            ))}
          </MenuList>
        </Menu>
      </span>
    </>
  )
}

/** The screen with these ways in its header. */
export const withPeopleLinks = (Screen: ComponentType) =>
  function People() {
    return (
      <HeaderTools value={<PeopleLinks />}>
        <Screen />
      </HeaderTools>
    )
  }

import type { Request } from 'express'
import { menuGroups } from '#shared/navigation/routes.ts'
import { openGroupsCookieName } from '#shared/navigation/menu.ts'

/**
 * Returns the side menu groups that the operator opened, from the browser's cookie, so that the
 * page is rendered with them open.
 */
export function readOpenMenuGroups(req: Request): { opened?: string[] } {
  const { [openGroupsCookieName]: cookie }: Record<string, unknown> = req.cookies
  if (typeof cookie !== 'string') return {}
  const names = cookie.split('.')
  return { opened: menuGroups.filter((group) => names.includes(group)) }
}

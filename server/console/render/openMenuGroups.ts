import type { Request } from 'express'
import { menuGroups } from '#shared/navigation/routes.ts'
import { openGroupsCookieName } from '#shared/navigation/menu.ts'

/** The groups of the side menu that the operator opened, by the cookie that their browser keeps: the page comes as they left it. */
export function readOpenMenuGroups(req: Request): { opened?: string[] } {
  const { [openGroupsCookieName]: said }: Record<string, unknown> = req.cookies
  if (typeof said !== 'string') return {}
  const names = said.split('.')
  return { opened: menuGroups.filter((group) => names.includes(group)) }
}

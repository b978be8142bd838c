import { style } from '@vanilla-extract/css'
import type { LucideIcon } from 'lucide-react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Boxes from 'lucide-react/icons/boxes'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Columns3 from 'lucide-react/icons/columns-3'
import CreditCard from 'lucide-react/icons/credit-card'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Gift from 'lucide-react/icons/gift'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Calendar from 'lucide-react/icons/calendar'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import Menu from 'lucide-react/icons/menu'
import ListChecks from 'lucide-react/icons/list-checks'
import Lock from 'lucide-react/icons/lock'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Store from 'lucide-react/icons/store'
import Trash2 from 'lucide-react/icons/trash-2'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const base = style({
  '::before': { content: '', display: 'block', flex: 'none', background: 'currentColor' },
  '@media': { '(forced-colors: active)': { '::before': { background: 'LinkText' } } },
})

/** Draws an icon as a CSS mask. */
function drawMask(icon: LucideIcon) {
  const svg = renderToStaticMarkup(createElement(icon, { xmlns: 'http://www.w3.org/2000/svg' }))
  const text = svg
    .replace(/ (class|aria-hidden)="[^"]*"/g, '')
    .replaceAll('"', "'")
    .replaceAll(/[<>#]/g, encodeURIComponent)
  return `url("data:image/svg+xml,${text}") center / contain`
}

/** For elements that draw their own icon before the text. */
export const lockMask = drawMask(Lock)

/**
 * Draws an icon by stylesheet, in the text color. Icon components cost the server too much time in
 * lists.
 */
function glyph(icon: LucideIcon, size = 16) {
  const mask = drawMask(icon)
  return style([base, { '::before': { width: `${size}px`, height: `${size}px`, mask } }])
}

export const bin = glyph(Trash2)
export const boxes = glyph(Boxes)
export const card = glyph(CreditCard)
export const check = glyph(CircleCheck, 18)
export const closeMenu = glyph(PanelLeftClose, 18)
export const columns = glyph(Columns3, 15)
export const cross = glyph(X)
export const calendar = glyph(Calendar)
export const dashboard = glyph(LayoutDashboard)
export const down = glyph(ArrowDown, 13)
export const failed = glyph(CircleAlert, 18)
export const gift = glyph(Gift)
export const handle = glyph(GripVertical)
export const jobs = glyph(ListChecks, 18)
export const more = glyph(Ellipsis)
export const next = glyph(ChevronRight, 14)
export const openMenu = glyph(Menu, 18)
export const opens = style([
  glyph(ChevronDown, 15),
  { display: 'inline-block', verticalAlign: '-3px' },
])
export const plus = glyph(Plus, 14)
export const previous = glyph(ChevronLeft, 14)
export const refresh = glyph(RefreshCw, 15)
export const reset = glyph(RotateCcw, 12)
export const search = glyph(Search)
export const settings = glyph(Settings)
export const store = glyph(Store)
export const up = glyph(ArrowUp, 13)
export const users = glyph(Users)

import { style } from '@vanilla-extract/css'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash-2'
import type { LucideIcon } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** An icon that the stylesheet draws in the text's colour: what stands in every row costs a page no elements and no script. */
function glyph(icon: LucideIcon, size: number) {
  const svg = renderToStaticMarkup(createElement(icon, { xmlns: 'http://www.w3.org/2000/svg' }))
  return style({
    '::before': {
      content: '',
      flex: 'none',
      display: 'block',
      width: `${size}px`,
      height: `${size}px`,
      background: 'currentColor',
      mask: `url("data:image/svg+xml,${encodeURIComponent(svg)}") center / contain`,
    },
    '@media': { '(forced-colors: active)': { '::before': { background: 'LinkText' } } },
  })
}

export const bin = glyph(Trash2, 16)
export const more = glyph(Ellipsis, 16)
export const up = glyph(ArrowUp, 13)
export const down = glyph(ArrowDown, 13)

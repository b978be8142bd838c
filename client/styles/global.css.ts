import { globalStyle, style } from '@vanilla-extract/css'
import type { GlobalStyleRule } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' })
globalStyle('html', { colorScheme: 'light', textSizeAdjust: '100%' })
globalStyle('body', {
  margin: 0,
  background: theme.color.canvas,
  color: theme.color.text,
  fontFamily: theme.font.body,
  fontSize: theme.size.normal,
  lineHeight: 1.45,
  accentColor: theme.color.accent,
})
globalStyle('h1, h2, h3, p, ul, ol, dl, dd, figure, fieldset', { margin: 0, padding: 0 })
globalStyle('ul, ol', { listStyle: 'none' })
globalStyle('fieldset', { border: 0, minInlineSize: 0 })
globalStyle('legend', { padding: 0 })
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit' })
// Underlined on hover and focus, and in running text, where color alone would mark it. Zero
// specificity, so that links that look like buttons stay as they are.
globalStyle(':where(a)', {
  color: theme.color.accent,
  textDecoration: 'none',
  textDecorationThickness: '1px',
  textUnderlineOffset: '2px',
})
globalStyle(':where(a:hover, a:focus-visible, p a)', { textDecoration: 'underline' })
globalStyle(':focus-visible', { outline: `2px solid ${theme.color.focus}`, outlineOffset: '2px' })
// It shows where the user is, and can't do anything.
globalStyle(':is(h1, h2, h3)[tabindex="-1"]:focus-visible', { outline: 'none' })

const drawn = (width: number, path: string, stroke: string, strokeWidth = 1.5) =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='10' fill='none' stroke='%23${stroke}' stroke-width='${strokeWidth}' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`

// Zero specificity: a box that is drawn as something else (a switch, a place on a card) overrides
// it. If the system has its own colors, native boxes show which are checked.
const draw = (selector: string, rule: GlobalStyleRule) =>
  globalStyle(`:where(${selector})`, { '@media': { '(forced-colors: none)': rule } })
const boxes = 'input[type=checkbox], input[type=radio]'
globalStyle(`:where(${boxes})`, { width: '16px', height: '16px' })
draw(boxes, {
  appearance: 'none',
  flex: 'none',
  border: `1px solid ${theme.color.box}`,
  borderRadius: theme.radius.small,
  background: `${theme.color.surface} center / 12px no-repeat`,
})
draw('input[type=radio]', { borderRadius: '50%' })
draw('input[type=checkbox]:is(:checked, :indeterminate), input[type=radio]:checked', {
  borderColor: theme.color.accent,
  backgroundColor: theme.color.accent,
})
draw('input[type=checkbox]:checked', {
  backgroundImage: drawn(12, 'm2.5 5.5 2.5 2.5 4.5-5', 'fff', 1.8),
})
draw('input[type=checkbox]:indeterminate', { backgroundImage: drawn(12, 'M3 5h6', 'fff', 1.8) })
draw('input[type=radio]:checked', {
  backgroundImage: `radial-gradient(circle, ${theme.color.surface} 0 3px, transparent 3.5px)`,
})
draw(':is(input[type=checkbox], input[type=radio])[aria-invalid=true]', {
  borderColor: theme.color.error,
})
draw(':is(input[type=checkbox], input[type=radio]):disabled', { opacity: 0.5 })

// A chevron marks what unfolds, as in the menu's groups. It's on the line of the text.
globalStyle(':where(summary)', { cursor: 'pointer' })
draw('summary', { listStyleImage: drawn(14, 'm3 1 4 4-4 4', '475569') })
draw('[open] > summary', { listStyleImage: drawn(14, 'm1 3 4 4 4-4', '475569') })
globalStyle('dialog', { color: 'inherit' })
globalStyle('[hidden]', { display: 'none' })
globalStyle('*', {
  '@media': {
    '(prefers-reduced-motion: reduce)': {
      animation: 'none !important',
      transition: 'none !important',
    },
  },
})

/** Hidden from view, but read by screen readers. */
export const visuallyHidden = style({
  position: 'absolute',
  width: '1px',
  height: '1px',
  margin: '-1px',
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
})

import { globalStyle, style } from '@vanilla-extract/css'
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
// Underlined where one points at it or is on it, and in running text, where colour alone would tell it apart. Weak, so that
// what looks like a button stays as it is.
globalStyle(':where(a)', {
  color: theme.color.accent,
  textDecoration: 'none',
  textDecorationThickness: '1px',
  textUnderlineOffset: '2px',
})
globalStyle(':where(a:hover, a:focus-visible, p a)', { textDecoration: 'underline' })
globalStyle(':focus-visible', { outline: `2px solid ${theme.color.focus}`, outlineOffset: '2px' })
globalStyle(':where(input[type=checkbox], input[type=radio])', { width: '16px', height: '16px' })
globalStyle('summary', { cursor: 'pointer' })
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

/** Read by screen readers, not seen. */
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

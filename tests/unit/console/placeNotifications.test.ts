import { describe, expect, test } from 'vitest'
import { findFreeTop } from '#client/shell/positionNotifications.ts'

const title = { top: 90, bottom: 116, left: 240, right: 600 }
const crumbs = { top: 62, bottom: 80, left: 240, right: 460 }
const area = { left: 430, right: 850, height: 46 }

describe('Notification position', () => {
  test('is at the top while nothing is covered there', () => {
    expect(findFreeTop(area, [crumbs, title], 12)).toBe(12)
  })

  test('is below breadcrumbs and title when several need more room', () => {
    expect(findFreeTop({ ...area, height: 100 }, [title, crumbs], 12)).toBe(124)
  })

  test('is at the top if the title ends before the notifications start', () => {
    const short = { ...title, right: 420 }
    expect(findFreeTop({ ...area, height: 200 }, [short], 12)).toBe(12)
  })

  test('is between two headings if the notifications fit', () => {
    const panel = { top: 300, bottom: 356, left: 0, right: 1280 }
    expect(findFreeTop(area, [title, crumbs, panel], 64)).toBe(124)
    expect(findFreeTop({ ...area, height: 300 }, [title, crumbs, panel], 64)).toBe(364)
  })
})

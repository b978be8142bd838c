const stamp = {
  version: 1,
  createdAt: '2025-03-09T04:05:00.000Z',
  createdBy: 'first@example.com',
  updatedAt: '2025-03-09T16:05:00.000Z',
  updatedBy: 'other@example.com',
}

export const createSizesPage = (rows: number) => ({
  data: Array.from({ length: rows }, (_, index) => ({
    id: index + 1,
    ...stamp,
    name: `Size ${index + 1}`,
    code: `S-${index + 1}`,
    group: 'adult',
    position: index + 1,
    equivalents: 'EU 38, US 8',
    measurementUnit: 'cm',
    chest: 90.5,
    waist: null,
    length: 72,
    podSize: null,
    active: true,
  })),
  page: { next: null, previous: null, total: rows, totalIsCapped: false },
})

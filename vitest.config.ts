import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import { defineConfig } from 'vitest/config'

/** Three kinds of tests; each finds its own ports and folders, so that all run side by side. Times are measured by `npm run bench`. */
export default defineConfig({
  test: {
    // Browser tests wait for servers more than they compute: three at a time fill two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/{unit,model,contract,api}/**/*.test.{ts,tsx}'],
          environment: 'node',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [vanillaExtractPlugin()],
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/support/component.ts'],
          // React and the console are loaded once a worker, which halves the time; the setup file cleans up after each test.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/built.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

import { encode } from 'uqr'

/** Width of the light border in modules. Cameras do not find the code without it (ISO/IEC 18004). */
const border = 4

/** A QR code of an address. Dark on light in both themes, as cameras expect it. */
export const QrCode = ({ address, label }: { address: string; label: string }) => {
  const { data } = encode(address, { border })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${data.length} ${data.length}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md bg-[#fff] text-[#000]"
    >
      <path d={dark.join('')} fill="currentColor" />
    </svg>
  )
}

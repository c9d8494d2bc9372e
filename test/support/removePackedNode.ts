import { removePackedNode } from '../../engine/packedNode';

export default function removePacked(): void {
	if (process.env.PACKED_NODE) removePackedNode(process.env.PACKED_NODE);
}

import { unpackNode } from '../../engine/packedNode';

/** Packs the node once for all test files: they test what users install. */
export default function packNode(): void {
	process.env.PACKED_NODE = unpackNode();
}

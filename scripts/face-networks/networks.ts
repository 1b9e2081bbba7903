import { describeDescriptor } from './descriptor.ts'
import { describeDetector } from './detector.ts'
import { describeLandmarks } from './landmarks.ts'
import { readWeights } from './layers.ts'

/** The three networks as ONNX models, made of the weights that face-api publishes for TensorFlow.js. */
export const makeNetworks = async () => ({
  detector: describeDetector(await readWeights('ssd_mobilenetv1_model')),
  landmarks: describeLandmarks(await readWeights('face_landmark_68_model')),
  descriptor: describeDescriptor(await readWeights('face_recognition_model')),
})
